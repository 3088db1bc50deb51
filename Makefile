# What people working on unlurbot type. CI runs .ci/run.

.PHONY: build test race lint vulnerabilities kills servers bench fuzz soak golden shape arena

build: ## the program, in the current directory
	go build ./cmd/unlurbot

test:
	go test -timeout 40m ./...

race: ## everything; .ci/run leaves out what has one goroutine
	go test -race -short -timeout 2h ./...

lint: ## with vet, and all build tags
	.ci/tool golangci-lint run

shape: ## what a reader of each package must hold in his head, the worst first, and what one reply passes
	go test -count=1 -v ./cmd/unlurbot -run '^TestShape$$' -bench '^BenchmarkPassed$$' -benchtime 1x

vulnerabilities: ## known ones, in what we build on; it asks for them over the network
	.ci/vulnerabilities

SEED = $(shell date +%Y%m%d)
KILLS = -seed=$(SEED) -kills=500 -stops=50 -passes=6 -networks=5
kills: ## more of what "go test" does for seconds, drawn from a seed of the day
	go test -timeout 24h -count=1 ./cmd/unlurbot -run '^TestNothingLost' $(KILLS)

servers: ## the mailbox and games with Dovecot and Postfix, the web page in Chromium; .ci/install-servers installs them
	go test -timeout 40m -tags realservers -count=1 -p 1 ./mailbot/testing/realservers ./mailbot/imapbox ./mailbot/sandbox/web ./templates/measured ./cmd/unlurbot

bench: ## the figures: rules, one mail, a backlog of 10,000, a big club, its web site, memory, three years of mails; it needs what servers needs
	go test -timeout 30m -tags realservers -run '^$$' -bench . -benchmem -p 1 ./game ./game/engine ./parser ./store ./store/replica ./templates ./mailbot ./mailbot/keep ./mailbot/dkimcheck ./mailbot/imapbox ./mailbot/site ./mailbot/testing/bigclub ./cmd/unlurbot

arena: ## how strong the engine is: matches against simple players, and of each level against the one below; for an hour or two
	go test -timeout 24h -count=1 -v ./game/engine -run '^TestArena' -arena.full

FUZZTIME = 1m
fuzz: ## every parser of bytes from outside, and what comes of them in our mails
	go test -run '^$$' -fuzz FuzzRecord -fuzztime $(FUZZTIME) ./game
	go test -run '^$$' -fuzz FuzzPlan -fuzztime $(FUZZTIME) ./game
	go test -run '^$$' -fuzz FuzzChoose -fuzztime $(FUZZTIME) ./game/engine
	go test -run '^$$' -fuzz FuzzReadMail -fuzztime $(FUZZTIME) ./parser
	go test -run '^$$' -fuzz FuzzReadOrders -fuzztime $(FUZZTIME) ./parser/command
	go test -run '^$$' -fuzz FuzzAddress -fuzztime $(FUZZTIME) ./parser/mime
	go test -run '^$$' -fuzz FuzzOwnLines -fuzztime $(FUZZTIME) ./parser
	go test -run '^$$' -fuzz FuzzBounce -fuzztime $(FUZZTIME) ./parser
	go test -run '^$$' -fuzz FuzzForgery -fuzztime $(FUZZTIME) ./parser
	go test -run '^$$' -fuzz FuzzWrapping -fuzztime $(FUZZTIME) ./parser
	go test -run '^$$' -fuzz FuzzToken -fuzztime $(FUZZTIME) ./mailbot/token
	go test -run '^$$' -fuzz FuzzDetail -fuzztime $(FUZZTIME) ./mailbot/address
	go test -run '^$$' -fuzz FuzzGame -fuzztime $(FUZZTIME) ./mailbot/rating
	go test -run '^$$' -fuzz FuzzLoad -fuzztime $(FUZZTIME) ./mailbot/config
	go test -run '^$$' -fuzz FuzzCheck -fuzztime $(FUZZTIME) ./mailbot/dkimcheck
	go test -run '^$$' -fuzz FuzzViews -fuzztime $(FUZZTIME) ./mailbot
	go test -run '^$$' -fuzz FuzzWords -fuzztime $(FUZZTIME) ./mailbot
	go test -run '^$$' -fuzz FuzzAnswers -fuzztime $(FUZZTIME) ./mailbot/imapbox
	go test -run '^$$' -fuzz FuzzRelay -fuzztime $(FUZZTIME) ./mailbot/smtpout
	go test -run '^$$' -fuzz FuzzSanitise -fuzztime $(FUZZTIME) ./mailbot/sandbox/web/sanitise
	go test -run '^$$' -fuzz FuzzLetter -fuzztime $(FUZZTIME) ./mailbot/sandbox/web
	go test -run '^$$' -fuzz FuzzSocket -fuzztime $(FUZZTIME) ./mailbot/control

soak: ## all that is random or wide, for hours: by hand, and once a week
	go test -timeout 24h ./mailbot -run '^TestSim$$' -sim.seed=$(SEED)000 -sim.seeds=1000
	go test -timeout 24h -count=1 -v ./mailbot -run '^TestSeason$$' -season.full -season.seed=$(SEED)
	$(MAKE) kills KILLS='-seed=$(SEED) -kills=1000 -stops=100 -passes=6 -networks=10'
	go test -timeout 24h -count=1 -v ./cmd/unlurbot -run '^TestTakeOvers$$' -seed=$(SEED) -takeovers=300 -lease=10s
	go test -timeout 24h ./templates ./mailbot ./mailbot/picture -run '^(TestOwnWordsNeverPlay|FuzzViews|TestGIFEndsAsTheBoardStands)$$' -everyway
	go test -timeout 24h -tags realservers -count=1 ./templates/measured -measured.part=-1
	go test -race -timeout 24h ./...
	GOOS=darwin go vet ./...
	GOOS=windows go vet ./...
	GOARCH=386 CGO_ENABLED=0 go test ./parser/... ./game
	.ci/reproducible
	.ci/arm64
	$(MAKE) fuzz FUZZTIME=5m

golden: ## rewrite what tests compare with; read the difference before you commit it
	go test ./templates ./parser ./store ./mailbot ./mailbot/smtpout ./game/engine -update
