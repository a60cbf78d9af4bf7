import type { MessagePage } from '#contract/conversations.ts'

/** Messages of a conversation that this screen has loaded, without gaps, in order of `seq`. */
export type Known = MessagePage & {
  /** Whether the server has older messages. */
  more: boolean
}

/** Merges a page into the known messages; a message in the page replaces its known version. */
export function mergePages(known: Known | undefined, page: MessagePage, side: 'newer' | 'older') {
  const bySeq = new Map((known?.messages ?? []).map((message) => [message.seq, message]))
  for (const message of page.messages) bySeq.set(message.seq, message)
  const messages = [...bySeq.values()].sort((a, b) => a.seq - b.seq)
  const isFirst = known === undefined || known.messages.length === 0
  const more = isFirst || side === 'older' ? page.more : known.more
  return { conversation: page.conversation, messages, more }
}

/** Whether messages between the known ones and the newest page are missing. */
export function leavesGap(known: Known | undefined, newest: MessagePage): boolean {
  const last = known?.messages.at(-1)?.seq
  const first = newest.messages[0]?.seq
  return last !== undefined && first !== undefined && first > last + 1
}
