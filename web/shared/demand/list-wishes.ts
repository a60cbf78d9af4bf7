import { LIST_NOTICE } from '#contract/limits.ts'

type Audience = { womenOnly?: boolean; verifiedOnly?: boolean }

/** Wishes of a new list in the address of its form; null for a list that takes any car. */
export function wishesFor({ womenOnly, verifiedOnly }: Audience): string | null {
  if (!womenOnly && !verifiedOnly) return null
  const only = [womenOnly && 'womenOnly', verifiedOnly && 'verifiedOnly'].filter(Boolean)
  return ['', LIST_NOTICE.usual, ...only].join('.')
}
