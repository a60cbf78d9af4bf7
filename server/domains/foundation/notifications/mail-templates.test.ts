import { describe, expect, it } from 'vitest'
import { type BookingFacts, bookingTemplates } from './booking-mails.ts'
import { catalogue } from './catalogue.ts'
import type { MailBody } from './mail-body.ts'
import { layOut } from './mail-layout.ts'
import { contentOf } from './mail-templates.ts'

const SITE = 'https://cupo.example'
const at = '2026-11-20T13:00:00.000Z'
const path = '/recuperar?token=abc'

const aBooking: BookingFacts = {
  path: '/bookings/1',
  from: 'Bogotá',
  to: 'San José del Guaviare',
  at,
  seats: 2,
  passenger: 'Laura P.',
  driver: 'Carlos R.',
  byWallet: true,
  farePesos: 60_000,
  earnsPesos: 54_000,
  refundedPesos: 30_000,
  chargedPesos: 30_000,
  answerUntil: at,
  paysAt: at,
  byOwnWord: false,
}

const aWithdrawal = { pesos: 60_000, reference: 'CUPO-W-1', account: 'Nequi •••• 4567' }

const LONG_NAME = 'María Fernanda de los Ángeles Montoya y Restrepo de la Hoz y Vélez G.'

const mails: MailBody[] = [
  {
    template: 'recovery_link',
    data: { path, minutes: 30, device: 'Chrome en Windows', askedAt: at },
  },
  { template: 'password_changed', data: { device: null, at } },
  { template: 'step_up_code', data: { code: '012345', minutes: 10 } },
  { template: 'session_reused', data: { device: null, at } },
  { template: 'email_change', data: { path, hours: 24, newEmail: 'b@correo.test' } },
  { template: 'email_changed', data: { path, days: 7, newEmail: 'b@correo.test', at } },
  { template: 'email_restored', data: { at } },
  { template: 'email_confirm', data: { path, days: 7 } },
  { template: 'mail_bounces', data: {} },
  { template: 'account_exists', data: {} },
  { template: 'other_account', data: {} },
  { template: 'identification_changed', data: { verified: true, at } },
  { template: 'export_ready', data: { until: at } },
  { template: 'closing_asked', data: { dueAt: at } },
  { template: 'closing_taken_back', data: {} },
  { template: 'closing_soon', data: { dueAt: at } },
  { template: 'closing_waits', data: { debtPesos: 20_000 } },
  { template: 'account_closed', data: { pesos: 62_000 } },
  {
    template: 'terms_coming',
    data: { version: '2027-02-01', changes: 'Cambia el plazo para cancelar.' },
  },
  {
    template: 'trip_alert',
    data: {
      from: 'Bogotá',
      to: 'Cali',
      trips: [{ path: '/trips/1?from=a&to=b', departsAt: at, price: 62_000, driver: 'Ana P.' }],
      more: 2,
      morePath: '/trips?from=11001&to=76001',
      token: 'abc',
    },
  },
  {
    template: 'ride_invited',
    data: { path, from: 'Bogotá', to: 'Cali', driver: LONG_NAME, boardsAt: at, price: 62_000 },
  },
  { template: 'marked', data: { kind: 'unfounded_no_show', path } },
  { template: 'ride_wanted', data: { path, from: 'Bogotá', to: 'Cali' } },
  { template: 'ride_request_over', data: { path, from: 'Bogotá', to: 'Cali' } },
  { template: 'message_received', data: { path, sender: 'Ana R.', from: 'Cali', to: 'Ibagué' } },
  { template: 'sanctioned', data: { kind: 'warned', reason: 'Llegó tarde.', endsAt: null } },
  { template: 'sanctioned', data: { kind: 'suspended', reason: 'Repitió.', endsAt: at } },
  { template: 'sanctioned', data: { kind: 'expelled', reason: 'Acoso.', endsAt: null } },
  { template: 'hearing_asked', data: { note: 'Un reporte.', until: at, isPaused: true } },
  { template: 'hearing_asked', data: { note: 'Un reporte.', until: at, isPaused: false } },
  { template: 'pause_over', data: { resumed: 0, cancelled: 0, seats: 0 } },
  { template: 'pause_over', data: { resumed: 2, cancelled: 1, seats: 3 } },
  { template: 'text_hidden', data: { what: 'message', reason: 'Insulto.' } },
  { template: 'text_hidden', data: { what: 'rating', reason: 'Insulto.' } },
  { template: 'reward_redeemed', data: { title: 'Bono de 20.000', points: 500 } },
  { template: 'points_earned', data: { points: 1_200 } },
  { template: 'points_taken', data: { taken: 30, missing: 0 } },
  { template: 'points_taken', data: { taken: 1, missing: 1_200 } },
  { template: 'points_waiting', data: { kind: 'trip' } },
  { template: 'points_decided', data: { kind: 'referral', paid: true } },
  { template: 'points_decided', data: { kind: 'trip', paid: false } },
  { template: 'referral_paid', data: { name: LONG_NAME, points: 100 } },
  { template: 'card_changed', data: { had: null, has: 'green' } },
  { template: 'card_changed', data: { had: 'green', has: 'gold' } },
  { template: 'card_changed', data: { had: 'gold', has: 'green' } },
  { template: 'card_changed', data: { had: 'green', has: null } },
  { template: 'report_received', data: {} },
  { template: 'report_decided', data: { isUpheld: true } },
  { template: 'appeal_received', data: {} },
  { template: 'appeal_answered', data: { isUpheld: false, answer: 'Se mantiene.' } },
  { template: 'contact_invited', data: { by: 'Ana', path } },
  {
    template: 'contact_boarded',
    data: { by: 'Ana', from: 'Bogotá', to: 'Cali', at, path, stopPath: path },
  },
  { template: 'contact_arrived', data: { by: 'Ana', to: 'Cali', at, path, stopPath: path } },
  { template: 'contact_not_aboard', data: { by: 'Ana', path } },
  { template: 'contact_emergency', data: { by: 'Ana', path, at } },
  { template: 'contact_answered', data: { name: 'Rosa', agrees: true } },
  { template: 'incident_received', data: { path, until: at } },
  { template: 'incident_answered', data: { path, answer: 'Hablamos contigo.' } },
  { template: 'ticket_confirm', data: { path, days: 7 } },
  { template: 'ticket_received', data: { path, until: at } },
  { template: 'ticket_answered', data: { path, resolved: false } },
  { template: 'ticket_answered', data: { path, resolved: true } },
  { template: 'ticket_given', data: { path, until: at } },
  { template: 'ticket_given', data: { path, until: null } },
  { template: 'driver_started', data: { path, picksUpAt: at } },
  { template: 'driver_near', data: { path, passed: 'Girardot', picksUpAt: at } },
  { template: 'trip_full', data: { path, from: 'Bogotá', to: 'Cali', at } },
  { template: 'digest', data: { items: [{ title: 'Ana reservó', body: 'Hoy', path }] } },
  { template: 'phone_wanted', data: {} },
  { template: 'phone_changed', data: { at } },
  { template: 'second_factor_changed', data: { what: 'reset', at } },
  { template: 'duty_call', data: { kind: 'emergency', pressedAt: at } },
  { template: 'duty_call', data: { kind: 'drill', pressedAt: at } },
  { template: 'roster_gap', data: { from: at, to: at, hours: 1 } },
  { template: 'safety_late', data: { path, since: at } },
  { template: 'team_invitation', data: { path, roles: ['finance', 'admin'], days: 7 } },
  { template: 'team_roles_changed', data: { what: 'given', roles: ['support'], at } },
  { template: 'team_roles_changed', data: { what: 'taken', roles: ['admin'], at } },
  { template: 'second_factor_changed', data: { what: 'recovery_used', at } },
  {
    template: 'ride_invited',
    data: { from: 'Bogotá', to: 'Cali', path, driver: 'Ana R.', boardsAt: at, price: 60_000 },
  },
  { template: 'ride_wanted', data: { from: 'Bogotá', to: 'Cali', path } },
  { template: 'ride_request_over', data: { from: 'Bogotá', to: 'Cali', path } },
  { template: 'charged_twice', data: { pesos: 60_000, reference: 'CUPO-1' } },
  { template: 'charge_returned', data: { pesos: 60_000, reference: 'CUPO-1' } },
  { template: 'topup_voided', data: { pesos: 60_000, reference: 'CUPO-1', owedPesos: 0 } },
  { template: 'topup_voided', data: { pesos: 60_000, reference: 'CUPO-1', owedPesos: 1_000 } },
  { template: 'debt_paid', data: { pesos: 1_000 } },
  {
    template: 'trip_changed',
    data: { path, from: 'Bogotá', to: 'Cali', before: at, after: at, freeUntil: at },
  },
  {
    template: 'meeting_changed',
    data: {
      path,
      by: 'passenger',
      from: { place: 'Bogotá', point: 'Portal Norte' },
      to: { place: 'Cali', point: null },
      at,
    },
  },
  { template: 'no_show_claimed', data: { path, until: at } },
  { template: 'objection_opened', data: { path } },
  { template: 'check_in_denied', data: { path } },
  { template: 'dispute_received', data: { path } },
  { template: 'dispute_resolved', data: { path, inFavour: true } },
  {
    template: 'payout_account_added',
    data: { account: 'Nequi', masked: '•••• 4567', usableFrom: at, path: '/retirar?cuenta=1' },
  },
  { template: 'payout_account_removed', data: { account: 'Nequi', masked: '•••• 4567' } },
  { template: 'withdrawal_requested', data: aWithdrawal },
  { template: 'withdrawal_approved', data: aWithdrawal },
  { template: 'withdrawal_sent', data: aWithdrawal },
  { template: 'withdrawal_paid', data: aWithdrawal },
  { template: 'withdrawal_cancelled', data: aWithdrawal },
  { template: 'withdrawal_stopped', data: { ...aWithdrawal, reason: 'Volvió una recarga.' } },
  { template: 'withdrawal_failed', data: { ...aWithdrawal, reason: 'La cuenta no existe.' } },
  { template: 'withdrawal_rejected', data: { ...aWithdrawal, reason: 'Falta un documento.' } },
  { template: 'topup_approved', data: { pesos: 60_000, reference: 'CUPO-1' } },
  { template: 'topup_declined', data: { pesos: 60_000, reference: 'CUPO-1' } },
  { template: 'topup_abandoned', data: { pesos: 60_000, reference: 'CUPO-1' } },
  { template: 'document_approved', data: { name: 'SOAT', plate: 'KLM482' } },
  { template: 'document_rejected', data: { name: 'SOAT', plate: null, reason: 'Borrosa.' } },
  {
    template: 'document_expiring',
    data: { name: 'SOAT', plate: 'KLM482', days: 30, lastDay: '2026-12-20' },
  },
  { template: 'may_publish', data: {} },
  {
    template: 'trip_paused',
    data: { path, from: 'Bogotá', to: 'Cali', at, lacking: 'SOAT', by: at },
  },
  ...(['documents', 'conduct'] as const).flatMap((cause): MailBody[] => [
    { template: 'trip_at_risk', data: { path, from: 'Bogotá', to: 'Cali', at, cause, by: at } },
    {
      template: 'trip_resumed',
      data: { path, from: 'Bogotá', to: 'Cali', at, cause, role: 'driver' },
    },
    {
      template: 'trip_resumed',
      data: { path, from: 'Bogotá', to: 'Cali', at, cause, role: 'passenger' },
    },
    {
      template: 'trip_lapsed',
      data: { path, from: 'Bogotá', to: 'Cali', at, cause, lacking: 'SOAT' },
    },
  ]),
  { template: 'trip_not_back', data: { path, from: 'Bogotá', to: 'Cali', at } },
  { template: 'rating_waiting', data: { path, name: LONG_NAME, until: at } },
  { template: 'rating_reminder', data: { path, name: LONG_NAME, until: at } },
  { template: 'rating_received', data: { path, name: 'Ana P.', stars: 1, hasComment: true } },
  { template: 'rating_received', data: { path, name: 'Ana P.', stars: 5, hasComment: false } },
  { template: 'rating_reply', data: { path, name: LONG_NAME } },
  { template: 'rating_reviewed', data: { path } },
  { template: 'rating_decided', data: { path, count: true } },
  { template: 'rating_decided', data: { path, count: false } },
  ...bookingTemplates.flatMap((template): MailBody[] => [
    { template, data: aBooking },
    { template, data: { ...aBooking, byWallet: false, to: 'San Vicente del Caguán' } },
  ]),
]

describe.each(mails.map((mail) => [mail.template, mail] as const))('%s', (_name, mail) => {
  const content = contentOf(mail, SITE)

  it('says the same as HTML and as text, and links only to the site', async () => {
    const { html, text } = await layOut(content, 'Laura')
    expect(text).toMatch(/^Hola, Laura:\n\n/)
    expect(html).toContain('lang="es-CO"')
    for (const line of [...content.paragraphs, ...content.closing]) {
      expect(text).toContain(line)
      expect(html).toContain(line.replaceAll("'", '&#x27;'))
    }
    const addresses = `${html} ${text}`.match(/https?:\/\/[^\s"<]+/g) ?? []
    const own = addresses.filter((address) => !address.includes('www.w3.org'))
    expect(own.every((address) => address.startsWith(`${SITE}/`))).toBe(true)
  })

  // covers: V1.3.11
  it('fits a subject line', () => {
    expect(content.subject.length).toBeLessThan(60)
    expect(content.subject).not.toContain('!')
  })
})

describe('mail', () => {
  it('has an example of every message here', () => {
    const shown = new Set(mails.map(({ template }) => template))
    expect(Object.keys(catalogue).filter((name) => !shown.has(name as never))).toEqual([])
  })

  it('leads to a page of the site wherever the app lists it', () => {
    const listed = mails.filter(({ template }) => catalogue[template].inbox)
    for (const mail of listed) {
      const { heading, paragraphs, action } = contentOf(mail, '')
      expect([mail.template, catalogue[mail.template].path ?? action?.url]).toEqual([
        mail.template,
        expect.stringMatching(/^\/(?!\/)/),
      ])
      expect(heading.length).toBeLessThan(80)
      expect(paragraphs.join(' ')).not.toMatch(/\.\./)
    }
  })

  it('tells when in Bogotá and from where', () => {
    const [first] = mails
    const { facts } = contentOf(first!, SITE)
    expect(facts[0]?.[1]).toMatch(/vie.*20.*nov.*8:00/)
    expect(facts[1]).toEqual(['Desde', 'Chrome en Windows'])
  })

  // covers: V1.2.1, V1.3.7
  it('shows a name as text, whatever it holds', async () => {
    const { html } = await layOut(contentOf(mails[1]!, SITE), '<img src=x onerror=alert(1)>')
    expect(html).not.toContain('<img')
  })
})
