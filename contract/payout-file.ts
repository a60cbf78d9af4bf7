/** Possible columns of the file for manual payouts. Amounts are in whole pesos or in cents. */
export const FILE_FIELDS = [
  'reference',
  'document_type',
  'document',
  'name',
  'email',
  'bank_code',
  'bank',
  'account_type',
  'account_number',
  'pesos',
  'cents',
  'empty',
] as const

export type FileField = (typeof FILE_FIELDS)[number]
