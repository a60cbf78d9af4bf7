// Types that the routes of the Wompi sandbox share.
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

/** Kind of response: one transaction, or a list of transactions. */
export type MerchantAnswer = 'one' | 'list'

/** State that the routes of the Wompi sandbox share. */
export type Wompi = {
  keys: WompiSandboxKeys
  store: WompiStore
  isAway(): boolean
  /** Whether responses of this kind name the merchant. */
  merchantIn(answer: MerchantAnswer): boolean
  open(input: NewTransaction): string
  settle(id: string, status: SandboxStatus): void
  /** Settles a transaction by itself after `ms`. */
  settleLater(id: string, status: SandboxStatus, ms: number): void
}
