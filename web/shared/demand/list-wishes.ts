import { LIST_NOTICE } from '#contract/limits.ts'

type Audience = { womenOnly?: boolean; verifiedOnly?: boolean }

/** Wishes of a new list in the address of its form; null for a list that takes any car. */
export function wishesFor({ womenOnly, verifiedOnly }: Audience): string | null {
  return wishesText([womenOnly && 'womenOnly', verifiedOnly && 'verifiedOnly'])
}

/** The same of names of wishes, without those that are off. */
export function wishesText(names: readonly (string | false | undefined)[]): string | null {
  const on = names.filter(Boolean)
  return on.length > 0 ? ['', LIST_NOTICE.usual, ...on].join('.') : null
}
