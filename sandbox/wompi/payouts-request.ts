// Schema of a batch request: https://docs.wompi.co/docs/colombia/crea-tu-primer-lote/, the guide to
// Bre-B, and `CreatePayoutInputSchema` of github.com/pulgueta/wompi-node at 0b6f845.
import { z } from 'zod'

const LegalIdType = z.enum(['CC', 'NIT', 'PP', 'CE', 'TI', 'DNI'])
const common = {
  name: z.string().min(1),
  amount: z.int().min(1),
  personType: z.enum(['NATURAL', 'JURIDICA']).optional(),
  description: z.string().optional(),
  phone: z.string().optional(),
}

const ToBank = z.strictObject({
  ...common,
  legalIdType: LegalIdType,
  legalId: z.string(),
  bankId: z.uuid(),
  accountType: z.enum(['AHORROS', 'CORRIENTE', 'DEPOSITO_ELECTRONICO']),
  accountNumber: z.string().regex(/^(?=.*[1-9])\d{6,20}$/),
  email: z.email().optional(),
  reference: z.string().optional(),
})

/**
 * Payout to a key: without `keyType` and bank; type and number of the document come together, and
 * the address is required.
 */
const ToKey = z
  .strictObject({
    ...common,
    key: z.string().min(1),
    email: z.email(),
    legalIdType: LegalIdType.optional(),
    legalId: z.string().optional(),
    reference: z
      .string()
      .regex(/^[a-zA-Z0-9-]{1,40}$/)
      .optional(),
  })
  .refine((one) => (one.legalIdType === undefined) === (one.legalId === undefined))

const Batch = (one: z.ZodType) =>
  z.strictObject({
    reference: z.string().min(1),
    accountId: z.string(),
    paymentType: z.enum(['PAYROLL', 'PROVIDERS', 'OTHER']),
    transactionStatus: z.enum(['APPROVED', 'FAILED']).optional(),
    transactions: z.array(one).length(1),
  })

const BATCHES = { v1: Batch(ToBank), v2: Batch(z.union([ToKey, ToBank])) }

export type Requested = {
  reference: string
  accountId: string
  transactions: { amount: number; reference?: string }[]
}

/** Returns the problems of a request, as the provider lists them; empty when there are none. */
export function problemsOf(version: 'v1' | 'v2', key: string, body: unknown): string[] {
  const isKey = /^[A-Za-z0-9-]{1,64}$/.test(key)
  const { error } = BATCHES[version].safeParse(body)
  return [
    ...(isKey ? [] : ['idempotency-key must have 1-64 letters, digits or hyphens']),
    ...(error?.issues.map(({ path, message }) => `${path.map(String).join('.')} ${message}`) ?? []),
  ]
}
