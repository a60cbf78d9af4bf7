-- Only tests and demonstrations remove the limit (docs/decisions/0017).
insert into clock_limit (tolerance_seconds) values (120);
