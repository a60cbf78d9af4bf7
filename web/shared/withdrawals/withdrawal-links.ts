/**
 * Paths and query keys of earnings and withdrawals, in a separate file because every screen loads
 * `paths`.
 */
export const withdrawalPaths = { withdraw: '/retirar', earnings: '/ganancias' } as const

export const withdrawalKeys = {
  list: (page: number) => ['withdrawals', page] as const,
  accounts: () => ['payout-accounts'] as const,
  allQueues: () => ['withdrawal-queue'] as const,
  queue: (part: string, page: number) => ['withdrawal-queue', part, page] as const,
  batches: () => ['withdrawal-queue', 'batches'] as const,
} as const
