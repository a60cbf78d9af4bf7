/**
 * Computes Cupo's commission, rounded half up: `pesos` in whole pesos, `commissionBp` in hundredths
 * of a percent. The server charges it, and the screens show in advance what remains.
 */
export function commissionOn(pesos: number, commissionBp: number): number {
  if (!Number.isSafeInteger(pesos) || pesos < 0) throw new RangeError(`${pesos} is no amount`)
  return Number((BigInt(pesos) * BigInt(commissionBp) + 5_000n) / 10_000n)
}
