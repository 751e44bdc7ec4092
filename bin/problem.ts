/** The status, code and pointer of a refused request. */
export async function problemOf(response: Response): Promise<string> {
  const problem = (await response.json().catch(() => ({}))) as { code?: string; pointer?: string };
  return `${response.status} ${problem.code ?? 'without a code'} ${problem.pointer ?? ''}`.trim();
}
