import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFormFields, sendPage } from '../page-layout.ts'
import { type Checkout, checkoutProblems, type Problems, readCheckout } from './checkout.ts'
import { checkoutPage, donePage, problemsPage, transactionsPage } from './checkout-pages.ts'
import type { Wompi } from './wompi.ts'
import { deliveries, type SandboxStatus } from './wompi-store.ts'

/** Delay of the choice "pagar después". */
const LATE_MS = 20_000
const SHOWN = 100

type Form = Record<string, string>

/** Routes of the hosted payment page and the list of transactions, for people. */
export function checkoutRoutes(app: FastifyInstance, wompi: Wompi): void {
  readFormFields(app)
  for (const url of ['/p', '/p/']) {
    app.get(url, async (request, reply) => {
      const checkout = readCheckout(request.query as Form)
      const problems = problemsOf(wompi, checkout, undefined)
      if (problems) return refuse(reply, problems)
      return sendPage(reply, checkoutPage(checkout, undefined))
    })
  }
  app.post('/p/pay', async (request, reply) => pay(wompi, (request.body ?? {}) as Form, reply))

  app.get('/', async (_request, reply) =>
    sendPage(reply, transactionsPage(wompi.store.newest(SHOWN))),
  )
  app.post('/settle', async (request, reply) => {
    const { id = '', status } = (request.body ?? {}) as Form
    const before = wompi.store.transaction(id)?.status
    if (before && isStep(before, status)) wompi.settle(id, status)
    return await reply.redirect('/sandbox/wompi/', 303)
  })
}

function isStep(before: SandboxStatus, after: string | undefined): after is SandboxStatus {
  if (before === 'APPROVED') return after === 'VOIDED'
  return before === 'PENDING' && ['APPROVED', 'DECLINED', 'ERROR'].includes(after ?? '')
}

/** Creates the transaction that the payer chose, and redirects the browser to the shop. */
function pay(wompi: Wompi, form: Form, reply: FastifyReply) {
  const checkout = readCheckout(form)
  const problems = problemsOf(wompi, checkout, form['retry-of'])
  if (problems) return refuse(reply, problems)
  const id = openFor(wompi, checkout, form)
  if (form.twice === 'yes') wompi.settle(openFor(wompi, checkout, form), 'APPROVED')
  switch (form.outcome) {
    case 'approve':
      wompi.settle(id, 'APPROVED')
      break
    case 'late':
      wompi.settleLater(id, 'APPROVED', LATE_MS)
      break
    case 'decline':
      wompi.settle(id, 'DECLINED')
      break
    case 'decline-retry':
      wompi.settle(id, 'DECLINED')
      return sendPage(reply, checkoutPage(checkout, id))
  }
  return goBack(wompi, checkout, id, reply)
}

function openFor(wompi: Wompi, checkout: Checkout, form: Form): string {
  return wompi.open({
    reference: checkout.reference,
    amountInCents: checkout.amountInCents,
    method: ['CARD', 'NEQUI', 'PSE'].includes(form.method ?? '') ? (form.method ?? '') : 'CARD',
    email: checkout.email,
    redirectUrl: checkout.redirectUrl,
    delivery: deliveries.find((each) => each === form.delivery) ?? 'normal',
  })
}

function goBack(wompi: Wompi, checkout: Checkout, id: string, reply: FastifyReply) {
  const transaction = wompi.store.transaction(id)
  if (checkout.redirectUrl === null && transaction) return sendPage(reply, donePage(transaction))
  const target = new URL(checkout.redirectUrl ?? '')
  target.searchParams.set('id', id)
  target.searchParams.set('env', wompi.keys.publicKey.startsWith('pub_prod_') ? 'prod' : 'test')
  return reply.redirect(target.toString(), 303)
}

function problemsOf(wompi: Wompi, checkout: Checkout, retryOf: string | undefined) {
  const problems = checkoutProblems(checkout, wompi.keys, {
    earlier: wompi.store.byReference(checkout.reference),
    retry: retryOf ? { of: retryOf } : undefined,
    now: new Date(),
  })
  return Object.keys(problems).length > 0 ? problems : undefined
}

function refuse(reply: FastifyReply, problems: Problems) {
  return sendPage(reply.code(422), problemsPage(problems))
}
