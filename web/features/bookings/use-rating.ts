import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BookingRating } from '#contract/ratings.ts'
import { ratingKeys } from '#web/domain/ratings/rating-keys.ts'
import { api } from '#web/lib/api.ts'

/** Fetches the ratings of a booking, as far as its passenger or driver can see them. */
export function useRating(bookingId: string) {
  return useQuery({
    queryKey: ratingKeys.ofBooking(bookingId),
    queryFn: ({ signal }) => api.ratings.ofBooking({ params: { bookingId }, signal }),
  })
}

/** Mutation of a booking's rating; refetches every query that shows ratings. */
export function useRatingChange<T>(
  bookingId: string,
  send: (input: T) => Promise<{ rating: BookingRating }>,
  onDone: () => void = () => {},
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (answer) => {
      client.setQueryData(ratingKeys.ofBooking(bookingId), answer)
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey: ratingKeys.all() }),
  })
}
