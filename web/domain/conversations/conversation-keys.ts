/** Keys of the query cache. */
export const conversationKeys = {
  list: () => ['conversations'] as const,
  /** Every conversation, each with its messages. */
  each: () => ['conversation'] as const,
  one: (conversationId: string) => ['conversation', conversationId] as const,
} as const
