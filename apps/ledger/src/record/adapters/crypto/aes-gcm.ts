import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

export interface Encrypted {
  readonly nonce: Buffer;
  /** The ciphertext, then the tag of 16 bytes. */
  readonly ciphertext: Buffer;
}

/** AES-256-GCM under a random nonce of 96 bits (NIST SP 800-38D); `bound` is authenticated and not kept. */
export function encrypt(secret: Buffer, plaintext: Buffer, bound: string): Encrypted {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, secret, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(bound));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
  return { nonce, ciphertext };
}

/** undefined where key, nonce, ciphertext and `bound` do not belong together. */
export function decrypt(secret: Buffer, { nonce, ciphertext }: Encrypted, bound: string): Buffer | undefined {
  if (nonce.length !== nonceBytes || ciphertext.length < tagBytes) return undefined;
  const tagAt = ciphertext.length - tagBytes;
  const decipher = createDecipheriv(algorithm, secret, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(bound))
    .setAuthTag(ciphertext.subarray(tagAt));
  const plaintext = decipher.update(ciphertext.subarray(0, tagAt));
  try {
    return Buffer.concat([plaintext, decipher.final()]);
  } catch {
    return undefined;
  }
}
