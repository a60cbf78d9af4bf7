/** Makes a list of functions that are called when something happens on this page. */
export function listeners<Args extends unknown[] = []>() {
  const all = new Set<(...args: Args) => void>()
  return {
    /** Calls back each time. @returns the function that stops listening */
    add(listener: (...args: Args) => void): () => void {
      all.add(listener)
      return () => all.delete(listener)
    },
    tell(...args: Args): void {
      for (const listener of all) listener(...args)
    },
  }
}
