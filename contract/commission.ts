/**
 * Cupo's share of an amount, rounded half up; whole pesos and hundredths of a percent. The server
 * takes it, and the screens say beforehand what is left.
 */
export function commissionOn(pesos: number, commissionBp: number): number {
  if (!Number.isSafeInteger(pesos) || pesos < 0) throw new RangeError(`${pesos} is no amount`)
  return Number((BigInt(pesos) * BigInt(commissionBp) + 5_000n) / 10_000n)
}
