// Shared state of the routes of the Wompi stand-in.
import type { WompiSandboxKeys } from './wompi-keys.ts'
import type { Delivery, SandboxStatus, WompiStore } from './wompi-store.ts'

export type NewTransaction = {
  reference: string
  amountInCents: number
  currency?: string
  method?: string
  email?: string | null
  redirectUrl?: string | null
  delivery?: Delivery
}

/** One transaction, or a list of them. */
export type MerchantAnswer = 'one' | 'list'

/** Shared state of the routes. */
export type Wompi = {
  keys: WompiSandboxKeys
  store: WompiStore
  isAway(): boolean
  /** Whether answers of that kind name the merchant. */
  merchantIn(answer: MerchantAnswer): boolean
  open(input: NewTransaction): string
  settle(id: string, status: SandboxStatus): void
  /** Settles by itself after `ms`. */
  settleLater(id: string, status: SandboxStatus, ms: number): void
}
