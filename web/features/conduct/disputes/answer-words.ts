import type { DisputeAnswer } from '#contract/disputes.ts'

/** The driver's answers in words, for the driver and for the team. */
export const answerWords: Record<DisputeAnswer, string> = {
  not_there: 'No estaba en el punto',
  travelled: 'Sí viajó conmigo',
  other: 'Fue otra cosa',
}
