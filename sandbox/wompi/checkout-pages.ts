import { escapeHtml, moneyTable, page, pesosText } from '#sandbox/page-layout.ts'
import { type Checkout, checkoutFields, type Problems } from './checkout.ts'
import type { Delivery, SandboxTransaction } from './wompi-store.ts'

const BRAND = '<p class="brand">Wompi <span>entorno de pruebas</span></p>'

const methods = [
  ['CARD', 'Tarjeta de crédito o débito'],
  ['NEQUI', 'Nequi'],
  ['PSE', 'PSE'],
] as const

const deliveryNames: [Delivery, string][] = [
  ['normal', 'Normal: un evento, de inmediato'],
  ['duplicate', 'Repetido: el mismo evento tres veces'],
  ['reorder', 'Desordenado: el estado anterior llega después'],
  ['delay', 'Demorado: 20 segundos después'],
  ['none', 'Perdido: ningún evento'],
]

/** The hosted checkout page. `refused` is the transaction that was just declined, if any. */
export function checkoutPage(checkout: Checkout, refused: string | undefined): string {
  const notice = refused
    ? '<p class="notice" role="alert">Pago rechazado. Puedes intentar de nuevo.</p>'
    : ''
  return page(
    'Wompi · entorno de pruebas',
    `${BRAND}
${notice}
<section class="card">
<h1>Pago a Cupo</h1>
<p class="amount">${pesosText(checkout.amountInCents)}</p>
<dl>
<dt>Referencia</dt><dd>${escapeHtml(checkout.reference)}</dd>
${checkout.fullName ? `<dt>Nombre</dt><dd>${escapeHtml(checkout.fullName)}</dd>` : ''}
${checkout.email ? `<dt>Correo</dt><dd>${escapeHtml(checkout.email)}</dd>` : ''}
</dl>
</section>
<form class="card" method="post" action="/sandbox/wompi/p/pay">
${hiddenFields(checkout, refused)}
<fieldset><legend>Medio de pago</legend>
${methods.map(methodChoice).join('\n')}
</fieldset>
<button class="main" name="outcome" value="approve">Aprobar pago</button>
<button name="outcome" value="decline">Rechazar pago</button>
<button name="outcome" value="decline-retry">Rechazar y reintentar</button>
<button name="outcome" value="pending">Dejar pendiente</button>
<button name="outcome" value="late">Pagar después (aprobación tardía)</button>
${advancedOptions()}
</form>
<p class="note">Este es un simulador local: no se mueve dinero real.</p>`,
  )
}

function hiddenFields(checkout: Checkout, refused: string | undefined): string {
  const fields = checkoutFields(checkout)
  if (refused) fields.push(['retry-of', refused])
  return fields
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('\n')
}

function methodChoice([value, label]: (typeof methods)[number], index: number): string {
  const checked = index === 0 ? ' checked' : ''
  return `<label class="choice"><input type="radio" name="method" value="${value}"${checked}>
${label}</label>`
}

function advancedOptions(): string {
  const choices = deliveryNames.map(
    ([value, label]) => `<option value="${value}">${label}</option>`,
  )
  return `<details><summary>Opciones avanzadas</summary>
<label class="field">Entrega del evento<select name="delivery">${choices.join('')}</select></label>
<label class="choice"><input type="checkbox" name="twice" value="yes"> Cobrar dos veces</label>
</details>`
}

/** Page with the reasons why the checkout does not open, in the gateway's words. */
export function problemsPage(problems: Problems): string {
  const lines = Object.entries(problems).map(
    ([field, sentences]) =>
      `<li><strong>${escapeHtml(field)}</strong>: ${escapeHtml(sentences.join('. '))}</li>`,
  )
  return page(
    'Wompi · no se puede pagar',
    `${BRAND}<section class="card"><h1>No se puede abrir el pago</h1>
<ul>${lines.join('')}</ul></section>`,
  )
}

/** Final page of a checkout without a return address. */
export function donePage(transaction: SandboxTransaction): string {
  return page(
    'Wompi · resultado',
    `${BRAND}<section class="card"><h1>Transacción ${escapeHtml(transaction.status)}</h1>
<dl><dt>Identificador</dt><dd>${escapeHtml(transaction.id)}</dd>
<dt>Referencia</dt><dd>${escapeHtml(transaction.reference)}</dd></dl></section>`,
  )
}

const actions: Record<string, [string, string][]> = {
  PENDING: [
    ['APPROVED', 'Aprobar'],
    ['DECLINED', 'Rechazar'],
    ['ERROR', 'Error'],
  ],
  APPROVED: [['VOIDED', 'Anular']],
}

/** Page of the newest transactions, with the actions that each allows. */
export function transactionsPage(transactions: SandboxTransaction[]): string {
  const rows = transactions.map((each) => ({
    ...each,
    reference: `${escapeHtml(each.reference)}<br><span class="note">${escapeHtml(each.id)}</span>`,
    choices: actions[each.status] ?? [],
  }))
  return page(
    'Wompi · transacciones de prueba',
    `${BRAND}<section class="card"><h1>Transacciones</h1>
${moneyTable(rows, '/sandbox/wompi/settle', 'Aún no hay transacciones.')}</section>
<a class="button" href="/sandbox">Volver al entorno de pruebas</a>`,
  )
}
