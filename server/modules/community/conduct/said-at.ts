type Photos = readonly { createdAt: Date }[]

/** When somebody of a case last wrote or sent a photo; null: not since it was opened. */
export function lastSaidAt(words: readonly (Date | null)[], photos: Photos): Date | null {
  const all = [...words, ...photos.map(({ createdAt }) => createdAt)]
  return all.reduce((last, at) => (at && (!last || at > last) ? at : last), null)
}
