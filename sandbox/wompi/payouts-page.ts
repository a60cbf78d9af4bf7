import { escapeHtml, moneyTable, page } from '#sandbox/page-layout.ts'
import type { SandboxPayout } from './payouts-store.ts'

const CHOICES = [
  ['APPROVED', 'Pagar'],
  ['FAILED', 'Rechazar'],
] as const

/** Page of the Bre-B keys that resolve and the newest payouts, with a bank's actions on each. */
export function payoutsPage(
  payouts: readonly SandboxPayout[],
  keys: readonly { key: string; name: string }[],
): string {
  const rows = payouts.map((each) => ({
    ...each,
    reference: escapeHtml(each.batch_reference),
    choices: each.status === 'PENDING' ? CHOICES : [],
  }))
  const items = keys.map(({ key, name }) => `<li>${escapeHtml(`${key} · ${name}`)}</li>`)
  return page(
    'Wompi · pagos a terceros de prueba',
    `<p class="brand">Wompi <span>pagos a terceros de prueba</span></p>
<section class="card"><h1>Pagos a terceros</h1>
${moneyTable(rows, '/sandbox/wompi-payouts/settle', 'Aún no hay pagos.')}</section>
<section class="card"><h2>Llaves Bre-B que responden</h2>
<ul>${items.join('')}</ul></section>
<a class="button" href="/sandbox">Volver al entorno de pruebas</a>`,
  )
}
