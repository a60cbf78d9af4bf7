import type { MessagePage } from '#contract/conversations.ts'

/** Messages of a conversation that this screen has, without gaps, by `seq`. */
export type Known = MessagePage & {
  /** Whether there are older ones on the server. */
  more: boolean
}

/** Adds a page: what it brings replaces what was known of the same messages. */
export function mergePages(known: Known | undefined, page: MessagePage, side: 'newer' | 'older') {
  const bySeq = new Map((known?.messages ?? []).map((message) => [message.seq, message]))
  for (const message of page.messages) bySeq.set(message.seq, message)
  const messages = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  const isFirst = known === undefined || known.messages.length === 0
  const more = isFirst || side === 'older' ? page.more : known.more
  return { conversation: page.conversation, messages, more }
}

/** Whether the newest page leaves a gap after what is known; then the pages between are needed. */
export function leavesGap(known: Known | undefined, newest: MessagePage): boolean {
  const last = known?.messages.at(-1)?.seq
  const first = newest.messages[0]?.seq
  return last !== undefined && first !== undefined && first > last + 1
}
