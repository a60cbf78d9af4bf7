// How a room defines a message to people. It passes the definition to `notify`; delivery finds it
// by its name in `deps.messages`.
import type { Deps } from '#server/platform/deps.ts'
import type { Message, MessageChannels } from '#server/platform/room-message.ts'

/** For messages that need no facts. */
export type NoFacts = Record<string, never>

/**
 * By mail goes what moves money, changes a journey or asks for an answer; what the person did a
 * moment ago, or what comes once per passenger, is only in the app.
 */
export const channels = {
  /** A link or a code that must not be read by who finds a telephone unlocked, or by others. */
  onlyMail: { inbox: false, mail: true, short: false, duty: true },
  onlyApp: { inbox: true, mail: false, short: false },
  /** In the app, and in short. */
  unmailed: { inbox: true, mail: false, short: true },
  everywhere: { inbox: true, mail: true, short: true },
  /** Money moved, or the account is less safe: the person must be able to know. */
  duty: { inbox: true, mail: true, short: true, duty: true },
  /** For the team in office hours: nobody's telephone rings. */
  desk: { inbox: true, mail: true, short: false, duty: true },
} satisfies Record<string, MessageChannels>

/** A message of a room, which also lists it in its `<room>.messages.ts`. */
export function defineMessage<Data>(definition: Message<Data>): Message<Data> {
  return definition
}

/**
 * The message of a stored job, to be given the facts of that job: they were typed when they were
 * stored. Throws for a name that no room defines; the job is then retried and abandoned.
 */
export function messageNamed({ messages }: Pick<Deps, 'messages'>, name: string): Message<unknown> {
  const message = messages.get(name)
  if (!message) throw new Error(`no room defines the message ${name}`)
  return message as Message<unknown>
}
