import type { Reader } from '#server/platform/db/tx.ts'
import { AppError } from '#server/platform/errors.ts'
import { findDebt } from './ledger.queries.ts'

const grouped = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 0 })

/** Builds the `debt_open` error with the owed pesos. */
export function debtOpen(pesos: number): AppError {
  const owed = `Tienes un saldo pendiente de $ ${grouped.format(pesos)}.`
  const message = `${owed} Recarga tu billetera para seguir.`
  return new AppError('debt_open', { message, details: { debtPesos: pesos } })
}

/** Throws if the person owes money. Errors: `debt_open`. */
export async function assertNoDebt(reader: Reader, userId: string): Promise<void> {
  const pesos = await findDebt(reader, userId)
  if (pesos > 0) throw debtOpen(pesos)
}
