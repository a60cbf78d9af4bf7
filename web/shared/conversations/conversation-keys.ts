export const conversationKeys = {
  list: () => ['conversations'] as const,
  /** Prefix of the keys of all conversations with their messages. */
  each: () => ['conversation'] as const,
  one: (conversationId: string) => ['conversation', conversationId] as const,
} as const
