// Setup of every test file: a message on console.error fails the test that caused it, and a global
// that a file replaced (`fetch`) is restored for the next file of the same worker.
import { format } from 'node:util'
import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest'
import { onUnkept } from '#web/lib/browser-storage.ts'
import { runAtEnd } from './at-end.ts'
import './property-budget.ts'

let complaints: string[] = []

console.error = (...args: unknown[]) => {
  complaints.push(format(...args))
}

beforeEach(() => {
  complaints = []
})

afterEach(() => {
  expect(complaints, 'console.error was called').toEqual([])
})

afterAll(() => vi.unstubAllGlobals())

// What a file could not store would be told on the first screen of the next file.
afterAll(() => onUnkept(() => undefined)())

afterAll(runAtEnd)
