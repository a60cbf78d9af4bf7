/** Limits in pesos of prices that the team enters; other values are typing errors. */
export const FUEL_MIN_PESOS = 5_000
export const FUEL_MAX_PESOS = 50_000
export const TOLL_MIN_PESOS = 1_000
export const TOLL_MAX_PESOS = 200_000
export const PRICE_SOURCE_MIN = 10
export const PRICE_SOURCE_MAX = 200

/** Settings of the guarantee fund that two people change, with the least and the largest value. */
export const fundSettings = {
  open: 'Aporte de Cupo al fondo, en pesos',
  share: 'Parte de la comisión, en %',
  cover_percent: 'Diferencia que cubre, en % del pasaje anterior',
  cover_max: 'Diferencia que cubre, máximo en pesos',
} as const
export const fundLimits = {
  open: [10_000, 50_000_000],
  share: [1, 50],
  cover_percent: [1, 50],
  cover_max: [1_000, 60_000],
} as const satisfies Record<keyof typeof fundSettings, readonly [number, number]>
