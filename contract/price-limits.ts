/** Limits in pesos of prices that the team enters; other values are typing errors. */
export const FUEL_MIN_PESOS = 5_000
export const FUEL_MAX_PESOS = 50_000
export const TOLL_MIN_PESOS = 1_000
export const TOLL_MAX_PESOS = 200_000
export const PRICE_SOURCE_MIN = 10
export const PRICE_SOURCE_MAX = 200
