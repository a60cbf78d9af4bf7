/** Paths and query keys of rewards, in a separate file because every screen loads `paths`. */
export const rewardPaths = {
  rewards: '/recompensas',
  invite: '/invita',
  invitation: (code: string) => `/invita/${encodeURIComponent(code)}`,
} as const

export const rewardKeys = {
  overview: () => ['rewards'] as const,
  movements: (page: number) => ['rewards', 'movements', page] as const,
  redemptions: (page: number) => ['rewards', 'redemptions', page] as const,
  ofBooking: (bookingId: string) => ['rewards', 'booking', bookingId] as const,
  card: (userId: string) => ['member-card', userId] as const,
  managed: (page: number) => ['managed-rewards', page] as const,
  reviews: (tab: string, page: number) => ['reward-reviews', tab, page] as const,
  referrals: () => ['referrals'] as const,
  invitation: (code: string) => ['invitation', code] as const,
} as const
