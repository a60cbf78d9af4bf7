/** A queue in which sources take turns, so that one with many items delays others by one each. */
export function fairLine<T>(sourceOf: (item: T) => string) {
  /** Items by source; the source whose turn is next comes first. */
  const lines = new Map<string, T[]>()
  let length = 0
  return {
    get length() {
      return length
    },
    countOf: (source: string): number => lines.get(source)?.length ?? 0,
    push(item: T): void {
      const source = sourceOf(item)
      const line = lines.get(source) ?? []
      lines.set(source, line)
      line.push(item)
      length += 1
    },
    shift(): T | undefined {
      const [turn] = lines
      if (!turn) return undefined
      const [source, line] = turn
      lines.delete(source)
      const item = line.shift()
      if (line.length > 0) lines.set(source, line)
      length -= 1
      return item
    },
  }
}
