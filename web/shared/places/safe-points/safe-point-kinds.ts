import type { SafePointKind } from '#contract/safe-points.ts'

export const kindWords: Record<SafePointKind, string> = {
  terminal: 'Terminal de transporte',
  mall: 'Centro comercial',
  service_station: 'Parador o estación de servicio',
  other: 'Otro lugar público',
}
