"""Tests of what the benchmarks conclude; `Benchmarks/run --self-test` runs them."""
