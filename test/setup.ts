// Runs in every test file: a message on console.error fails the test that caused it.
import { format } from 'node:util'
import { afterEach, beforeEach, expect } from 'vitest'

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
