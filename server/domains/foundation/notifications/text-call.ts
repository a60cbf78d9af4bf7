export type TextChannel = 'whatsapp' | 'sms'

/** A message to a telephone: a code, or news with a link. */
export type TextMessage =
  | { kind: 'code'; code: string }
  | { kind: 'news'; title: string; body: string; url: string }

export type Answer = { status: number; body: unknown }

/** Meaning of a provider's answer; `code` is the provider's error code. */
export type Verdict =
  /** The provider accepted the message, which is not yet delivered. */
  | { is: 'sent'; messageId: string | null }
  /** This channel does not reach this telephone. */
  | { is: 'unreachable'; code: number }
  /** Our login, account or templates are refused: no message is sent until a person corrects it. */
  | { is: 'ours'; code: number }
  /** Any other failure, which is retried. */
  | { is: 'later'; code: number }

/** One request to a provider. */
export type TextCall = {
  url: string
  authorization: string
  type: string
  body: string
  judge(answer: Answer): Verdict
}
