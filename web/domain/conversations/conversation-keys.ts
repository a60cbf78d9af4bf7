/** Keys of the query cache. */
export const conversationKeys = {
  list: () => ['conversations'] as const,
  one: (conversationId: string) => ['conversation', conversationId] as const,
} as const
