import { escapeHtml, page, pesosText } from '#sandbox/page-layout.ts'
import type { SandboxPayout } from './payouts-store.ts'

/** Page of the Bre-B keys that resolve and the newest payouts, with a bank's actions on each. */
export function payoutsPage(
  payouts: readonly SandboxPayout[],
  keys: readonly { key: string; name: string }[],
): string {
  const rows = payouts.map(
    (each) => `<tr><td>${escapeHtml(each.created_at.slice(0, 19).replace('T', ' '))}</td>
<td>${escapeHtml(each.batch_reference)}</td>
<td class="number">${pesosText(each.amount_in_cents)}</td>
<td>${escapeHtml(each.status)}</td><td>${each.status === 'PENDING' ? buttons(each.id) : ''}</td>
</tr>`,
  )
  const table = `<div class="scroll"><table>
<thead><tr><th>Fecha (UTC)</th><th>Referencia</th><th>Valor</th><th>Estado</th>
<th>Acciones</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
  const items = keys.map(({ key, name }) => `<li>${escapeHtml(`${key} · ${name}`)}</li>`)
  return page(
    'Wompi · pagos a terceros de prueba',
    `<p class="brand">Wompi <span>pagos a terceros de prueba</span></p>
<section class="card"><h1>Pagos a terceros</h1>
${rows.length > 0 ? table : '<p>Aún no hay pagos.</p>'}</section>
<section class="card"><h2>Llaves Bre-B que responden</h2>
<ul>${items.join('')}</ul></section>
<a class="button" href="/sandbox">Volver al entorno de pruebas</a>`,
  )
}

function buttons(id: string): string {
  const choices = [
    ['APPROVED', 'Pagar'],
    ['FAILED', 'Rechazar'],
  ]
  return choices
    .map(
      ([status, label]) => `<form method="post" action="/sandbox/wompi-payouts/settle">
<input type="hidden" name="id" value="${escapeHtml(id)}">
<button class="small" name="status" value="${status}">${label}</button></form>`,
    )
    .join('')
}
