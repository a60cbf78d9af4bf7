export { type FuelImportReport, importFuelPrices } from './import-fuel-prices.ts'
export { loadFuelPrices } from './load-fuel-prices.ts'
export { assertPriceAllowed, type QuoteLeg, type SeatRange, type TripQuote } from './quote.ts'
export { priceRoute, quoteTrip } from './quote-trip.ts'
