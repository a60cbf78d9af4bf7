import type { MessagePage } from '#contract/conversations.ts'

type Closed = NonNullable<MessagePage['conversation']['closed']>

/** Reason why no message can be written, shown in place of the field. */
export const closedWords: Record<Closed, string> = {
  over: 'Esta conversación ya terminó: solo puedes leerla.',
  blocked: 'No puedes escribir en esta conversación.',
  removed:
    'El conductor te sacó de este grupo: lees lo de antes, pero no lo nuevo, y no puedes ' +
    'escribir. Tu viaje sigue igual.',
  unanswered: 'Espera a que el conductor te responda para escribirle más.',
}
