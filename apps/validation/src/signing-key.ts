import { fail, ok, type Result } from '#libs/kernel';
import { readSigningKey, type SigningKey } from '#libs/seal';
import { readSecretFile, StartError, WatchedFile } from '#libs/service-host';

/**
 * The private key that approves, read again when its file is replaced: a rotation needs no restart.
 * @throws StartError as `loadSigningKey`
 */
export const openSigningKeyFile = (path: string): Promise<WatchedFile<SigningKey>> =>
  WatchedFile.open(path, loadSigningKey);

/**
 * The private key of a file.
 * @throws StartError in one sentence that names the file and never its content
 */
export async function loadSigningKey(path: string): Promise<SigningKey> {
  const json = parse(await readSecretFile(path));
  if (!json.ok) throw new StartError(`The signing key ${path} is not JSON.`);
  const key = await readSigningKey(json.value);
  if (!key.ok)
    throw new StartError(
      `The signing key ${path} cannot be used: its ${key.failure.pointer || 'value'} ${key.failure.says}.`,
    );
  return key.value;
}

/** The parser's own error is dropped: it would quote the key. */
function parse(text: string): Result<unknown, 'not_json'> {
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return fail('not_json');
  }
}
