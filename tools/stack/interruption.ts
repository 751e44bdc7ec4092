/** Aborted by Ctrl-C or SIGTERM. A further one changes nothing: what is being stopped goes on being stopped. */
export function onInterruption(say: (line: string) => void): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      say(controller.signal.aborted ? 'still stopping ...' : '\nstopping: work in flight is finished first ...');
      controller.abort();
    });
  }
  return controller.signal;
}
