export type TextChannel = 'whatsapp' | 'sms'

/** A message to a telephone: a code, or news with a link. */
export type TextMessage =
  | { kind: 'code'; code: string }
  | { kind: 'news'; title: string; body: string; url: string }

export type Answer = { status: number; body: unknown }

/** What a provider's answer means; `code` is the provider's own. */
export type Verdict =
  /** Accepted, which is not yet delivered. */
  | { is: 'sent'; messageId: string | null }
  /** This telephone cannot be reached by this channel. */
  | { is: 'unreachable'; code: number }
  /** Our login, account or templates: nothing leaves until a person corrects it. */
  | { is: 'ours'; code: number }
  /** Anything else: it is tried again. */
  | { is: 'later'; code: number }

/** One request to a provider. */
export type TextCall = {
  url: string
  authorization: string
  type: string
  body: string
  judge(answer: Answer): Verdict
}
