/** Limits that the screens show before sending; see docs/decisions/0015. */

/** Below it, our payout fee (up to about $ 2.000) exceeds a tenth of the withdrawal. */
export const WITHDRAWAL_MIN_PESOS = 20_000

/** Maximum that one person withdraws per day in Bogotá; it limits theft with a stolen session. */
export const WITHDRAWAL_DAY_MAX_PESOS = 2_000_000
export const WITHDRAWALS_PER_DAY = 3

/** Above this sum two people of finance approve; the table `withdrawals` has the same number. */
export const WITHDRAWAL_TWO_PEOPLE_PESOS = 500_000

/**
 * Hours until money can be withdrawn; `ledger_new_lot` and `ledger_earning` have the same numbers.
 * Earnings wait for the time in which a passenger can dispute. Top-ups wait, after approval, for
 * the time in which the bank can reverse them in practice.
 */
export const EARNINGS_WAIT_HOURS = 24
/** Days of a fare from young card money, until the driver scanned tickets on five trips. */
export const EARNINGS_WAIT_MAX_DAYS = 7
export const TRANSFER_WAIT_DAYS = 3
export const CARD_WAIT_DAYS = 30

/** Hours before a new account can be used: meanwhile its owner can read the mail about it. */
export const ACCOUNT_WAIT_HOURS = 24

/** Maximum number of accounts of one person. */
export const PAYOUT_ACCOUNTS_MAX = 5

/** Characters of finance's reason for a refusal, or of the bank's message. */
export const WITHDRAWAL_NOTE_MIN = 5
export const WITHDRAWAL_NOTE_MAX = 300

/** Banks by their code at the clearing house (ACH), in its order; the gateway refuses others. */
export const BANKS = {
  '1007': 'Bancolombia',
  '1001': 'Banco de Bogotá',
  '1051': 'Davivienda',
  '1013': 'BBVA Colombia',
  '1023': 'Banco de Occidente',
  '1052': 'Banco AV Villas',
  '1002': 'Banco Popular',
  '1032': 'Banco Caja Social',
  '1019': 'Scotiabank Colpatria',
  '1009': 'Citibank',
  '1006': 'Banco Itaú',
  '1012': 'Banco GNB Sudameris',
  '1040': 'Banco Agrario',
  '1062': 'Banco Falabella',
  '1047': 'Banco Mundo Mujer',
  '1058': 'Banco Procredit',
  '1061': 'Bancoomeva',
  '1063': 'Banco Finandina',
  '1066': 'Banco Cooperativo Coopcentral',
  '1070': 'Lulo Bank',
  '1809': 'Nu',
  '1811': 'RappiPay',
  '1801': 'Movii',
  '1560': 'Pibank',
  '1804': 'Ualá',
  '1808': 'Bold',
} as const

export type BankCode = keyof typeof BANKS

export const BANK_CODES = Object.keys(BANKS) as [BankCode, ...BankCode[]]

/** Mobile wallets that have their own bank code at the clearing house. */
export const WALLET_BANKS = { nequi: '1507', daviplata: '1551' } as const

/** Account numbers that the gateway takes: not all zeros. */
export const ACCOUNT_NUMBER = /^(?=.*[1-9])\d{6,20}$/

export const KEY_TYPES = ['phone', 'document', 'email', 'alphanumeric'] as const
