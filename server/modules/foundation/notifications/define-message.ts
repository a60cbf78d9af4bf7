// Definition of messages to people. A module passes a definition to `notify`; delivery finds it by
// its name in `deps.messages`.
import type { Topic } from '#contract/notification-topics.ts'
import type { Deps } from '#server/platform/deps.ts'
import type { Message, MessageChannels, MessageWords } from '#server/platform/message.ts'

/** Type of the facts of a message without facts. */
export type NoFacts = Record<string, never>

/**
 * Channels of messages. Mail is for messages that move money, change a journey or ask for an
 * answer; a message about the person's own action, or one per passenger, is only in the app.
 */
export const channels = {
  /** For a link or a code that nobody must read on a lock screen or in a shared app. */
  onlyMail: { inbox: false, mail: true, short: false, duty: true },
  onlyApp: { inbox: true, mail: false, short: false },
  /** In the app and as a short message, without mail. */
  unmailed: { inbox: true, mail: false, short: true },
  everywhere: { inbox: true, mail: true, short: true },
  /** For money that moved or a less secure account: the person cannot switch these off. */
  duty: { inbox: true, mail: true, short: true, duty: true },
  /** As `duty`, and texted to a proved number, since neither mail nor the app may reach it. */
  texted: { inbox: true, mail: true, short: true, duty: true, texts: true },
  /** For the team in office hours: no telephone rings. */
  desk: { inbox: true, mail: true, short: false, duty: true },
} satisfies Record<string, MessageChannels>

/** Defines a message of a module. The module also exports it from a `<topic>.messages.ts`. */
export function defineMessage<Data>(
  name: string,
  topic: Topic,
  rest: Omit<Message<Data, MessageWords>, 'name' | 'topic'>,
): Message<Data> {
  const words = (data: Data, site: string) => ({
    facts: [],
    closing: [],
    ...rest.words(data, site),
  })
  return { name, topic, ...rest, words }
}

/**
 * Finds the message of a stored job. The facts have no type here; they were typed when the job was
 * stored. Throws for a name that no module defines; the job is then retried and abandoned.
 */
export function messageNamed({ messages }: Pick<Deps, 'messages'>, name: string): Message<unknown> {
  const message = messages.get(name)
  if (!message) throw new Error(`no module defines the message ${name}`)
  return message as Message<unknown>
}
