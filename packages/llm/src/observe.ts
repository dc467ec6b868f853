/** Passes a stream on as it is, and shows each event to `see` first. */
export async function* observe<Event, Result>(
  stream: AsyncGenerator<Event, Result, void>,
  see: (event: Event) => void,
): AsyncGenerator<Event, Result, void> {
  try {
    for (;;) {
      const step = await stream.next();
      if (step.done) return step.value;
      see(step.value);
      yield step.value;
    }
  } finally {
    await stream.return(undefined as never);
  }
}
