import type { WithdrawalStatus } from '#contract/withdrawals.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

/** Words for the states of a withdrawal, for its owner. */
export const statusWords: Record<WithdrawalStatus, { word: string; tone: PillTone }> = {
  requested: { word: 'En revisión', tone: 'warn' },
  approved: { word: 'Aprobado', tone: 'info' },
  sending: { word: 'En proceso', tone: 'info' },
  sent: { word: 'En camino', tone: 'info' },
  paid: { word: 'Pagado', tone: 'ok' },
  failed: { word: 'No llegó', tone: 'err' },
  rejected: { word: 'No aprobado', tone: 'err' },
  cancelled: { word: 'Cancelado', tone: 'neutral' },
}
