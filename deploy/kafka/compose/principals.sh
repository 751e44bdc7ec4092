#!/bin/sh
# Gives every principal its login at the broker, and the operator what it needs to give the rest: "imprimatur topics
# apply" does. Running it again changes passwords to those of the environment, and nothing else.
set -eu
here=$(dirname "$0")

login() {
  sh "$here/admin.sh" kafka-configs.sh --alter --entity-type users --entity-name "imprimatur-$1" \
    --add-config "SCRAM-SHA-512=[password=$2]"
}

login operator "$OPERATOR_KAFKA_PASSWORD"
login generation "$GENERATION_KAFKA_PASSWORD"
login validation "$VALIDATION_KAFKA_PASSWORD"
login jury "$JURY_KAFKA_PASSWORD"
login ledger "$LEDGER_KAFKA_PASSWORD"
login delivery "$DELIVERY_KAFKA_PASSWORD"
login bot-web "$BOT_WEB_KAFKA_PASSWORD"
login upstream-example "$UPSTREAM_EXAMPLE_KAFKA_PASSWORD"

sh "$here/admin.sh" kafka-acls.sh --add --cluster --operation alter --operation describe \
  --allow-principal User:imprimatur-operator
