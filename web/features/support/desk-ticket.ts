// Rules of the team's screen of tickets. No clock and no requests.
import type { DeskThread } from '#contract/support-desk.ts'

/** Keys of an open ticket, in the order of the help. */
export const ticketKeys = {
  n: 'El más urgente, tuyo o de nadie',
  j: 'Caso siguiente de la lista',
  k: 'Caso anterior de la lista',
  r: 'Escribir la respuesta',
  i: 'Escribir una nota interna',
  t: 'Tomar el caso',
  '?': 'Ver estas teclas',
} as const

type Filled = Pick<DeskThread, 'greetedName' | 'number'>

/** Fills the placeholders of a ready answer with the person's name and the number of the ticket. */
export function fillMacro(text: string, { greetedName, number }: Filled): string {
  return text
    .replaceAll('{saludo}', greetedName ? `Hola, ${greetedName}.` : 'Hola.')
    .replaceAll('{caso}', String(number))
}

/** A reply that is being written, with the ready answer in it that nobody has edited. */
export type ReplyDraft = { text: string; chosen: string | null }
export const emptyReply: ReplyDraft = { text: '', chosen: null }

/** Adds a ready answer: in place of an unedited one, else after what somebody has written. */
export function withMacro(draft: ReplyDraft, chosen: string): ReplyDraft {
  const written = draft.text.trimEnd()
  const isReplaced = written === '' || draft.text === draft.chosen
  return isReplaced ? { text: chosen, chosen } : { text: `${written}\n\n${chosen}`, chosen: null }
}

type Listed = { id: string }
type Ranked = Pick<DeskThread, 'id' | 'urgency' | 'isOverdue'>

/** Key of a ticket in a round: one that became more urgent or late is a new one. */
export const roundKey = ({ id, urgency, isOverdue }: Ranked) => `${id} ${urgency} ${isOverdue}`

/** The most urgent other ticket that this round has not opened, or else of the next round. */
export function nextTicket<T extends Ranked>(
  ranked: readonly T[],
  openId: string | null,
  round: ReadonlySet<string>,
): T | undefined {
  const others = ranked.filter(({ id }) => id !== openId)
  return others.find((ticket) => !round.has(roundKey(ticket))) ?? others[0]
}

/** The ticket after this one in the list, in a circle; the first when it is not in the list. */
export function ticketAfter<T extends Listed>(
  tickets: readonly T[],
  id: string | null,
  by: 1 | -1 = 1,
): T | undefined {
  const at = tickets.findIndex((ticket) => ticket.id === id)
  if (at === -1) return tickets[0]
  const to = tickets[(at + by + tickets.length) % tickets.length]
  return to?.id === id ? undefined : to
}
