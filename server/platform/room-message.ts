import type { Topic } from '#contract/notification-topics.ts'

/** The words of a message, before they are laid out. */
export type MailContent = {
  subject: string
  heading: string
  /** Which journey it is about, for the app's list: a mail has it in `facts`. */
  context?: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Things to choose between, each with its own button. */
  options?: { title: string; detail: string; label: string; url: string }[]
  /** Term and value, such as when and where. */
  facts: [string, string][]
  closing: string[]
  /** For messages nobody needs: the page to stop them, and where mail programs post (RFC 8058). */
  unsubscribe?: { page: string; oneClick: string }
}

/** By which channels a message may reach a person. */
export type MessageChannels = {
  /** Stays in the list of notifications of the app. */
  inbox: boolean
  mail: boolean
  /** Also in short: by push, WhatsApp or SMS, where the person wants them. */
  short: boolean
  /** Its mail cannot be switched off, and it does not wait for the morning. */
  duty?: true
  /** Goes by push whatever the person chose, and its title names nobody. */
  rings?: true
  /** Several of the same trip within minutes become one mail. */
  digest?: true
}

/**
 * How many mails of one kind a mailbox takes, over all senders. Each kind has room of its own:
 * whoever exhausts one leaves another way to prove an address.
 */
export type MailboxShare = { kind: string; perHour: number; perDay: number }

/** A message to people with its words. `Data`: the facts that it is told with. */
export type Message<Data> = {
  /** Stored in queued jobs and in `notifications.kind`: it does not change. */
  name: string
  /** What it is about: a person chooses channels per topic. */
  topic: Topic
  channels: MessageChannels
  /** Where the app's list leads, when that is not what the button of the mail opens. */
  path?: string
  /** When the person gets on, where it is about a trip: on that day it does not wait. */
  boardsAt?: (data: Data) => string
  /** Until when the answer that it asks for is possible; null when nobody waits for one. */
  answerUntil?: (data: Data) => string | null
  /** For mail that somebody else can cause; other mail is never held back. */
  mailbox?: MailboxShare
  /**
   * The person waits for it at this moment: it is also sent to an address that refused mail, and
   * shows when that address works again.
   */
  awaited?: true
  /** `site` is the only source of the host in its links. */
  words: (data: Data, site: string) => MailContent
}

/** A message whose facts are not known here, as in a list of several. */
export type AnyMessage = Message<never>

/** All messages by name. */
export type Messages = ReadonlyMap<string, AnyMessage>
