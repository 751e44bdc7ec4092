#!/usr/bin/env python3
"""Verifies a published answer with nothing of ours: verify.py ANSWER.json JWKS.json

ANSWER.json is the data of answer.completed.v1; JWKS.json is what delivery serves at /.well-known/jwks.json.
Needs the package "cryptography". Exit code 0: exactly this text was approved; 1: it was not.
"""

import base64
import hashlib
import json
import sys

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey


def decode(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def sha256(data: bytes) -> str:
    return "sha256:" + hashlib.sha256(data).hexdigest()


def canonical(value) -> bytes:
    """RFC 8785 for what an answer holds: no fractions, and member names in ASCII."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def why_not(answer: dict, jwks: dict) -> str | None:
    header_part, payload_part, signature = answer["seal"].split(".")
    header = json.loads(decode(header_part))
    if set(header) != {"alg", "kid", "typ"} or header["alg"] != "EdDSA" or header["typ"] != "imprimatur-approval+jws":
        return "the header is not that of an approval"
    key = next((key for key in jwks["keys"] if key["kid"] == header["kid"] and key.get("status") != "revoked"), None)
    if key is None:
        return "the key is not in the trusted set"
    try:
        Ed25519PublicKey.from_public_bytes(decode(key["x"])).verify(
            decode(signature), f"{header_part}.{payload_part}".encode()
        )
    except InvalidSignature:
        return "the signature does not verify"
    payload = json.loads(decode(payload_part))
    rest = {name: value for name, value in answer.items() if name not in ("text", "seal")}
    expected = {
        "sub": answer["interactionId"],
        "aud": answer["channel"],
        "ns": answer["namespace"],
        "kind": answer["kind"],
        "question": answer["questionDigest"],
        "text": sha256(answer["text"].encode()),
        "rest": sha256(canonical(rest)),
        "draft": answer["draftDigest"],
        "context": answer["contextDigest"],
        "config": answer["configuration"],
        "checks": answer["checks"],
    }
    differing = [name for name, value in expected.items() if payload.get(name) != value]
    return f"sealed over something else: {', '.join(differing)}" if differing else None


def main() -> int:
    with open(sys.argv[1], encoding="utf-8") as file:
        answer = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        jwks = json.load(file)
    reason = why_not(answer, jwks)
    print("verified: exactly this text was approved" if reason is None else f"NOT VERIFIED: {reason}")
    return 0 if reason is None else 1


if __name__ == "__main__":
    sys.exit(main())
