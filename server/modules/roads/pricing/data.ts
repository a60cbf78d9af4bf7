import { type ModuleData, neverErased, PSEUDONYMOUS } from '#server/platform/module-data.ts'

const KEPT = `evidence of how prices came about; ${PSEUDONYMOUS}`

export const pricingData = {
  tables: {
    fuel_prices: { app: 'write', impersonal: 'public prices' },
    price_proposals: {
      app: 'write',
      title: 'Precios que propusiste o confirmaste como parte del equipo',
      why: 'shows who entered a public price, and who confirmed it',
      of: ['proposed_by', 'decided_by'],
      take: [
        'kind',
        'subject_id',
        'valid_from',
        'pesos',
        'source',
        'proposed_at',
        'decided_at',
        'outcome',
      ],
      leave: { 'a key': ['id'] },
      ...neverErased(KEPT),
      closing: 'an act of the team',
    },
  },
  innerFunctions: ['keep_price_proposal'],
} satisfies ModuleData
