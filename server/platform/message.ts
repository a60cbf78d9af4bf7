import type { Topic } from '#contract/notification-topics.ts'

/** Text of a message, before it is laid out. */
export type MailContent = {
  /** Subject of the mail, if it differs from the heading. */
  subject?: string
  heading: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Options that the person can choose, each with its own button. */
  options?: { title: string; detail: string; label: string; url: string }[]
  /** Button to a ticket of support about the page or reference, else about this message. */
  help?: { title: string; path?: string; reference?: string; text?: string }
  /** Term and value, such as date and place; the most important first, as a text has room. */
  facts: [string, string][]
  closing: string[]
  /** For optional messages: page to unsubscribe, and address for mail programs (RFC 8058). */
  unsubscribe?: { page: string; oneClick: string }
}

/** Text of a message as its module writes it: with facts and closing lines where it has some. */
export type MessageWords = Omit<MailContent, 'facts' | 'closing'> &
  Partial<Pick<MailContent, 'facts' | 'closing'>>

export type MessageChannels = {
  /** Appears in the app's list of notifications. */
  inbox: boolean
  mail: boolean
  /** Is also sent as a short message by push, WhatsApp or SMS, if the person wants it. */
  short: boolean
  /** Its mail cannot be switched off, and it is sent at night too. */
  duty?: true
  /** Is sent by push regardless of the preferences; its title names nobody. */
  rings?: true
  /** Is texted to a proved number regardless of the preferences. */
  texts?: true
}

/**
 * Limit of mails of one kind to a mailbox, over all senders. Each kind has its own limit, so that a
 * person who exhausts one can still prove an address by another.
 */
export type MailboxShare = { kind: string; perHour: number; perDay: number }

/** A message to people with its text. `Data`: type of its facts. */
export type Message<Data, Words = MailContent> = {
  /** Stored in queued jobs and in `notifications.kind`, so it must not change. */
  name: string
  topic: Topic
  channels: MessageChannels
  /** Link of the app's list, if it differs from the button of the mail. */
  path?: string
  /** Time of boarding, if the message is about a trip: on that day it is sent at night too. */
  boardsAt?: (data: Data) => string
  /** Deadline of the requested answer; null if there is none. */
  answerUntil?: (data: Data) => string | null
  /** Limit for mail that other people can cause; other mail is never held back. */
  mailbox?: MailboxShare
  /** The person waits: sent even to a suppressed address, which its delivery restores. */
  awaited?: true
  /** Links use the host of `site` only. */
  words: (data: Data, site: string) => Words
}

/** A message with unknown facts, as in a list of several messages. */
export type AnyMessage = Message<never>

export type Messages = ReadonlyMap<string, AnyMessage>
