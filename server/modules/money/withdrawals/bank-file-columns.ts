import type { FileField } from '#contract/payout-file.ts'
import { bankName, payoutWords } from '#server/modules/bank/payouts/index.ts'
import { type Destination, targetOf } from './destination.ts'
import type { Holder } from './holder.ts'

export type FileColumn = readonly [title: string, field: FileField]

/** Default columns, used when the columns of the provider's file are not configured. */
export const OWN_COLUMNS: readonly FileColumn[] = [
  ['referencia', 'reference'],
  ['tipo_documento', 'document_type'],
  ['documento', 'document'],
  ['titular', 'name'],
  ['codigo_banco', 'bank_code'],
  ['banco', 'bank'],
  ['tipo_cuenta', 'account_type'],
  ['numero', 'account_number'],
  ['valor', 'pesos'],
]

type Paid = {
  reference: string
  pesos: number
  destination: Destination
  /** Verified holder; undefined when the identity is no longer verified. */
  holder: Holder | undefined
}

/** Values of the fields of the file for a withdrawal, in the words of the provider's API. */
export function fileFields(paid: Paid): Record<FileField, string> {
  const { reference, pesos, destination, holder } = paid
  return {
    reference,
    document_type: holder ? payoutWords.legalIdType[holder.legalIdType] : '',
    document: holder?.legalId ?? '',
    name: destination.holder,
    email: holder?.email ?? '',
    ...accountOf(destination),
    pesos: String(pesos),
    cents: String(pesos * 100),
    empty: '',
  }
}

type Account = Record<'bank_code' | 'bank' | 'account_type' | 'account_number', string>

function accountOf(destination: Destination): Account {
  const target = targetOf(destination)
  if (target.kind === 'key') {
    return { bank_code: '', bank: 'Bre-B', account_type: 'llave', account_number: target.key }
  }
  const { bankCode, accountType, number } = target
  return {
    bank_code: bankCode,
    bank: bankName(bankCode),
    account_type: payoutWords.accountType[accountType],
    account_number: number,
  }
}
