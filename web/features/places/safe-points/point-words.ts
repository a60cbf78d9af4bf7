import type { SafePointReportReason, SafePointStatus } from '#contract/safe-points.ts'
import { kindWords } from '#web/shared/places/safe-points/safe-point-kinds.ts'
import type { PillTone } from '#web/ui/status-pill.tsx'

export const kindOptions = Object.entries(kindWords).map(([value, label]) => ({ value, label }))

export const statusWords: Record<SafePointStatus, { word: string; tone: PillTone }> = {
  proposed: { word: 'En revisión', tone: 'warn' },
  vetted: { word: 'Verificado', tone: 'ok' },
  hidden: { word: 'Oculto', tone: 'neutral' },
}

export const reasonWords: Record<SafePointReportReason, string> = {
  unsafe: 'No es seguro',
  gone: 'Ya no existe',
  wrong_place: 'La ubicación está mal',
  other: 'Otra cosa',
}

export const reasonOptions = Object.entries(reasonWords).map(([value, label]) => {
  return { value: value as SafePointReportReason, title: label }
})
