#!/bin/sh
# admin.sh <tool of Apache Kafka> [arguments]: runs it as the broker's administrator. BROKER_ADMIN_PASSWORD is the password.
set -eu
tool=$1
shift
umask 077
login=$(mktemp)
trap 'rm -f "$login"' EXIT
cat > "$login" <<PROPERTIES
security.protocol=SASL_PLAINTEXT
sasl.mechanism=PLAIN
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required username="admin" password="$BROKER_ADMIN_PASSWORD";
PROPERTIES
"${KAFKA_BIN:-/opt/kafka/bin}/$tool" --bootstrap-server "${ADMIN_BROKER:-127.0.0.1:19093}" --command-config "$login" "$@"
