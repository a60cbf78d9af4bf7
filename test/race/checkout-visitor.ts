import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { payments } from '#contract/payments.ts'

export type CheckoutData = z.output<typeof payments.create.ok>['data']

const ATTEMPTS = 40

/**
 * Pays at the hosted checkout as a browser's form does. After a broken connection it tries again;
 * the checkout then answers that the reference was used, which means that it is paid.
 */
export async function payAtCheckout(data: CheckoutData): Promise<void> {
  const form = new URLSearchParams({
    'public-key': data.publicKey,
    currency: data.currency,
    'amount-in-cents': String(data.amountInCents),
    reference: data.reference,
    'signature:integrity': data.signature,
    'redirect-url': data.redirectUrl,
    'customer-data:email': data.customer.email,
    outcome: 'approve',
  })
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const status = await fetch(new URL('pay', data.checkoutUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      redirect: 'manual',
    }).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 303 || status === 422) return
    await sleep(250)
  }
  throw new Error('the checkout never answered')
}
